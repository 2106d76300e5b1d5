export const members = {
  title: 'Members',
};
