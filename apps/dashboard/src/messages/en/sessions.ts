export const sessions = {
  title: 'Session',
};
