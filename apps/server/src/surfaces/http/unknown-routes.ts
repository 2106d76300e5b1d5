/** Unknown paths, and known paths with other methods. */
import { ApiError } from '@footfall/contract/errors';
import { nearestName } from '@footfall/contract/nearest-name';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takenMethods } from './methods.ts';
import { partsOf } from './request-target.ts';

/** `/leads/` is a mistyped `/leads`, not a record without an id. */
export function refuseEmptyId({ method, params, url }: FastifyRequest): ApiError | undefined {
  const { path } = partsOf(url);
  return path.endsWith('/') && Object.values(Object(params)).includes('')
    ? noSuchPath(method, path)
    : undefined;
}

function noSuchPath(method: string, path: string, paths: readonly string[] = []): ApiError {
  const sentence = `There is no ${method} ${path.slice(0, 200)}.`;
  return new ApiError('not_found', `${sentence}${adviceFor(path, paths)}`);
}

function adviceFor(path: string, paths: readonly string[]): string {
  if (path.length > 1 && path.endsWith('/')) return ' Remove the trailing slash.';
  if (!path.startsWith('/api/')) return '';
  const nearest = nearestName(path, paths);
  return nearest === undefined ? ' /docs lists all paths.' : ` Did you mean ${nearest}?`;
}

/** `posted`: paths handled before the framework for POST. */
export function answerUnknownRoutes(app: FastifyInstance, posted: Iterable<string>): void {
  const routes: { path: RegExp; methods: string[] }[] = [];
  const paths: string[] = [];
  for (const path of posted) routes.push({ path: new RegExp(`^${path}$`), methods: ['POST'] });

  app.addHook('onRoute', ({ url, method }) => {
    const path = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
    routes.push({ path, methods: [method].flat() });
    if (!/[:*]/.test(url)) paths.push(url);
  });

  // The framework would first require the body of methods it knows, such as QUERY.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.is404 && !takenMethods.includes(request.method)) refuse(request, reply);
    done();
  });
  app.setNotFoundHandler(refuse);

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const { path } = partsOf(request.url);
    const methods = routes
      .filter((route) => route.path.test(path))
      .flatMap((route) => route.methods);
    if (methods.length === 0 && takenMethods.includes(request.method)) {
      throw noSuchPath(request.method, path, paths);
    }
    const taken = methods.length > 0 ? methods : takenMethods;
    const allowed = [...new Set([...taken, 'OPTIONS'])].sort().join(', ');
    reply.header('allow', allowed);
    throw new ApiError(
      'method_not_allowed',
      `${path.slice(0, 200)} does not support ${request.method}. Use ${allowed}.`,
    );
  }
}
