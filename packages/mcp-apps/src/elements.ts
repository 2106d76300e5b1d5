/** Elements with text. What visitors wrote is text and nothing else: there is no other way from it to the page. */

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
