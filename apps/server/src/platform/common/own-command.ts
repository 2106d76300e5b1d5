/** What an operator types to call this program: its file in the checkout, npm's link of the package elsewhere. */
export const ownCommand = import.meta.dirname.includes('node_modules')
  ? 'npx footfall'
  : './footfall';
