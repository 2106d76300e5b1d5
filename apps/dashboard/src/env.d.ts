declare module '*.css';
declare module '*.module.css' {
  const classes: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: the bundler exports class names this way
  export default classes;
}
