/** Creates elements with text. Visitors' text never becomes anything else: no other path to the page exists. */

type Child = Node | string | undefined | false;

/** The first part of `what` is the element, the others are its classes. */
export function make(what: string, ...children: Child[]): HTMLElement {
  const [name = 'div', ...classes] = what.split('.');
  const made = document.createElement(name);
  if (classes.length > 0) made.className = classes.join(' ');
  made.append(...children.filter(isThere));
  return made;
}

export function show(...children: Child[]): void {
  document.querySelector('main')?.replaceChildren(...children.filter(isThere));
}

function isThere(child: Child): child is Node | string {
  return child !== undefined && child !== false;
}
