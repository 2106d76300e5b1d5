export const live = {
  title: 'Live',
};
