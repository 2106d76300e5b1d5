export const conversions = {
  title: 'Conversions',
};
