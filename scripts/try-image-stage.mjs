// A folder that looks like the base image from inside: this machine's programs, and an /etc with the user `node`. The
// caller has its own mount namespace, which ends with it.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const node = { uid: 1000, gid: 1000 };
/** npm's registry settings on this machine. */
const network =
  /^(npm_config_(registry|cafile|https?_?proxy)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

export function makeStage(folder) {
  mkdirSync(join(folder, 'etc'), { recursive: true });
  bind('/usr', join(folder, 'usr'));
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    if (existsSync(`/usr/${name}`)) symlinkSync(`usr/${name}`, join(folder, name));
  }
  for (const path of ['/proc', '/dev', '/dev/shm', npmCache()]) bind(path, join(folder, path));
  for (const name of [
    'ssl',
    'ca-certificates',
    'resolv.conf',
    'hosts',
    'nsswitch.conf',
    'ld.so.cache',
  ]) {
    const path = join('/etc', name);
    if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true, dereference: true });
  }
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\n');
  appendFileSync(
    join(folder, 'etc/passwd'),
    `node:x:${node.uid}:${node.gid}::/home/node:/bin/sh\n`,
  );
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nnode:x:${node.gid}:\n`);
  for (const name of ['tmp', 'root', 'home/node'])
    mkdirSync(join(folder, name), { recursive: true });
  execFileSync('chmod', ['1777', join(folder, 'tmp')]);
  execFileSync('chown', [`${node.uid}:${node.gid}`, join(folder, 'home/node')]);
  return {
    folder,
    workdir: '/',
    user: 'root',
    env: environment(),
    /** The command line that runs `args` in it, as its user. */
    command(args) {
      const enter = 'cd "$0" && exec "$@"';
      const shell = ['/bin/sh', '-c', enter, this.workdir, ...args];
      return ['chroot', `--userspec=${this.user}`, folder, ...shell];
    },
  };
}

function environment() {
  const own = Object.entries(process.env).filter(([name]) => network.test(name));
  const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`;
  return { ...Object.fromEntries(own), PATH, HOME: '/tmp', npm_config_cache: npmCache() };
}

/** Reuses npm's cache. */
function npmCache() {
  const path = process.env.npm_config_cache || join(homedir(), '.npm');
  mkdirSync(path, { recursive: true });
  return path;
}

function bind(path, place) {
  mkdirSync(place, { recursive: true });
  execFileSync('mount', ['--bind', path, place]);
}
