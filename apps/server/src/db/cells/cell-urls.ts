/** CELLS: other databases that have workspaces, each by a name (decision 0124). */
import { StartError } from '../../common/start-error.ts';

export interface CellUrl {
  name: string;
  url: string;
}

/** As the database of DATABASE_URL is called, or the embedded one. */
export const homeName = 'home';

const namePattern = /^[a-z][a-z0-9-]{0,30}$/;

/** `name=postgres://…,name2=postgres://…`. @throws StartError; no address is repeated: it holds a password */
export function parseCells(text: string): CellUrl[] {
  const cells = text
    // A password may hold a comma, but not one before a name and what an address begins with.
    .split(/,(?=\s*[^,=\s]+=postgres(?:ql)?:\/\/|\s*$)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): CellUrl => {
      const end = part.indexOf('=');
      const [name, url] = [part.slice(0, Math.max(0, end)), part.slice(end + 1)];
      if (!namePattern.test(name) || name === homeName) {
        throw new StartError(
          `CELLS names a cell that is not called by a lower-case letter and then letters, digits and hyphens, or is called ${homeName}. It is written as name=postgres://user:password@host/database,name2=….`,
        );
      }
      if (!/^postgres(?:ql)?:\/\/./.test(url) || !URL.canParse(url)) {
        throw new StartError(
          `The cell ${name} of CELLS has no URL that begins with postgres://. Correct it.`,
        );
      }
      return { name, url };
    });
  const twice = cells.find(({ name }, place) =>
    cells.some((other, before) => before < place && other.name === name),
  );
  if (twice) throw new StartError(`CELLS names ${twice.name} twice. Each cell has its own name.`);
  return cells;
}
