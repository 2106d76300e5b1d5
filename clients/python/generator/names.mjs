// Names and text of the OpenAPI document as Python has them.

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `getLead`, `audit-log` -> `get_lead`, `audit_log` */
export function snake(name) {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .replaceAll(/\W/g, '_')
    .toLowerCase();
}

/** `not_found`, `sessions` -> `NotFound`, `Sessions` */
export function pascal(name) {
  return snake(name)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Whether it can be a field of a class. */
export function isName(name) {
  return /^[a-z_]\w*$/i.test(name) && !keywords.has(name);
}

/** As a parameter: `from` -> `from_` */
export function parameterName(name) {
  const own = snake(name);
  return keywords.has(own) ? `${own}_` : own;
}

export function literal(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

export function indent(text, by = '    ') {
  return text.replaceAll(/^(?=.)/gm, by);
}

/** Lines that can be read; those of an indented one are indented. */
export function wrap(text, width) {
  return text
    .split('\n')
    .map((line) => {
      const [margin = ''] = /^ */.exec(line) ?? [];
      const lines = [margin];
      for (const word of line.trim().split(' ')) {
        const last = lines.at(-1);
        if (last === margin) lines[lines.length - 1] = margin + word;
        else if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
        else lines.push(margin + word);
      }
      return lines.join('\n');
    })
    .join('\n');
}

export function docstring(text) {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').trim();
  const wrapped = wrap(safe, 96);
  const end = wrapped.includes('\n') || wrapped.endsWith('"') ? '\n"""' : '"""';
  return `"""${wrapped}${end}`;
}
