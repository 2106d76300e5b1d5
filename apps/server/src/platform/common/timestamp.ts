/** Values of rows as the API shows them. */

/** `YYYY-MM-DDThh:mm:ssZ` */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
