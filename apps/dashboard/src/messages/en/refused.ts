export const refused = {
  title: 'Refused messages',
};
