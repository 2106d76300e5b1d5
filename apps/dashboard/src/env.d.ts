declare module '*.css';
declare module '*.module.css' {
  const classes: Record<string, string>;
  // biome-ignore lint/style/noDefaultExport: that is how the bundler hands out the names of classes
  export default classes;
}
