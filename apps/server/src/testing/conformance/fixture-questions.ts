/** Fixtures of the conformance suite that first ask something of whoever calls them, as the newest revision does. */
import { randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';

const stateCodec = createRequestStateCodec<string>({ key: randomBytes(32) });

const askFor = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: { type: 'string' } },
      required: [field],
    },
  });
const sampled = (words: string, maxTokens = 100): InputRequest => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});
const roots: InputRequest = { method: 'roots/list', params: {} };

const name = { user_name: askFor('What is your name?', 'name') };
const done = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

type Answer = CallToolResult | InputRequiredResult;
type Asking = (context: ServerContext) => Promise<Answer>;

/** What was answered, when all of it was. */
function answersTo(requests: Record<string, InputRequest>, { mcpReq }: ServerContext) {
  const responses: Record<string, unknown> = { ...mcpReq.inputResponses };
  const isComplete = Object.keys(requests).every((key) => {
    const answer = responses[key];
    return typeof answer === 'object' && answer !== null;
  });
  return isComplete ? JSON.stringify(responses) : undefined;
}

const asking =
  (inputRequests: Record<string, InputRequest>): Asking =>
  async (context) => {
    const answers = answersTo(inputRequests, context);
    return answers ? done(`Hello, ${answers}!`) : inputRequired({ inputRequests });
  };

/** The state goes out sealed, and one that was changed is refused. */
const askingWithState =
  (inputRequests: Record<string, InputRequest>): Asking =>
  async (context) => {
    const echoed = await stateOf(context);
    if (echoed === 'first' && answersTo(inputRequests, context)) return done('state-ok');
    return inputRequired({ inputRequests, requestState: await stateCodec.mint('first') });
  };

async function stateOf(context: ServerContext): Promise<string | undefined> {
  const state: unknown = context.mcpReq.requestState();
  return typeof state === 'string' ? stateCodec.verify(state, context) : undefined;
}

async function askTwice(context: ServerContext): Promise<Answer> {
  const state = await stateOf(context);
  if (state === 'second') return done('Done.');
  const [inputRequests, next] =
    state === 'first'
      ? [{ step2: askFor('Step 2: What is your favorite color?', 'color') }, 'second']
      : [{ step1: askFor('Step 1: What is your name?', 'name') }, 'first'];
  return inputRequired({ inputRequests, requestState: await stateCodec.mint(next) });
}

function capabilitiesOf({ mcpReq }: ServerContext): Record<string, unknown> {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  return { ...(envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) };
}

const capital = { capital_question: sampled('What is the capital of France?') };

async function askWhatItCan(context: ServerContext): Promise<Answer> {
  const can = capabilitiesOf(context);
  return asking({ ...('elicitation' in can && name), ...('sampling' in can && capital) })(context);
}

async function needSampling(context: ServerContext): Promise<Answer> {
  if ('sampling' in capabilitiesOf(context)) return done('Done.');
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
}

const confirm = { confirm: askFor('Please confirm', 'ok') };

export const askingTools: Record<string, Asking> = {
  test_input_required_result_elicitation: asking(name),
  test_input_required_result_sampling: asking(capital),
  test_input_required_result_list_roots: asking({ client_roots: roots }),
  test_input_required_result_request_state: askingWithState(confirm),
  test_input_required_result_multiple_inputs: askingWithState({
    ...name,
    greeting: sampled('Generate a greeting', 50),
    client_roots: roots,
  }),
  test_input_required_result_multi_round: askTwice,
  test_input_required_result_tampered_state: askingWithState(confirm),
  test_input_required_result_capabilities: askWhatItCan,
  test_missing_capability: needSampling,
  test_streaming_elicitation: asking(name),
};

export async function promptThatAsks(
  context: ServerContext,
): Promise<GetPromptResult | InputRequiredResult> {
  const inputRequests = { user_context: askFor('What context should the prompt use?', 'context') };
  const answers = answersTo(inputRequests, context);
  if (!answers) return inputRequired({ inputRequests });
  return { messages: [{ role: 'user', content: { type: 'text', text: answers } }] };
}
