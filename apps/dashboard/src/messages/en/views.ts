export const views = {
  title: 'Views',
  none: 'No view is saved yet.',
  save: 'Save this view …',
  name: 'Name of the view',
  share: 'Everybody in the workspace sees it',
  shared: 'shared',
  saved: 'The view is saved.',
  deleted: (name: string) => `The view ${name} is deleted.`,
  delete: (name: string) => `Delete the view ${name}`,
};
