export const share = {
  title: 'Shared page',
};
