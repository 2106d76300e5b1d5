/** CSS of an exported page; the page's CSP contains its hash. */
export const pageStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.25rem; margin-top: 3rem; }
.id, .from, .none { color: #59636e; overflow-wrap: anywhere; }
nav ul { columns: 14rem; padding-left: 1.25rem; }
article { border: 1px solid #8c959f; border-radius: 6px; margin: 1rem 0; padding: .25rem 1rem; break-inside: avoid-page; }
dl { margin: .5rem 0; } dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .15rem 0; }
dt { flex: 0 0 12rem; font-weight: 600; } dd { flex: 1 1 16rem; margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
dd dl, dd ul { margin: 0; } dd ul { padding-left: 1rem; } dd dt { flex-basis: 9rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { border-bottom: 1px solid #8c959f; padding: .35rem .5rem; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; min-width: 6rem; }
@media (prefers-color-scheme: dark) { .id, .from, .none { color: #9198a1; } }
@media print { nav { display: none; } }
`;
