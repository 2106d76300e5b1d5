/** The command to run this program: its file in a checkout, npm's link elsewhere. */
export const ownCommand = import.meta.dirname.includes('node_modules')
  ? 'npx footfall'
  : './footfall';
