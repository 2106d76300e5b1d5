/** What every page of a website has before </head>: the same wherever it is printed. */

interface WebsiteSnippet {
  /** Address of the script. */
  src: string;
  /** Write key. */
  key: string;
  /** Of a pinned script: what browsers check it by. */
  integrity?: string;
}

/**
 * Stands in for the script until it has loaded, and for good where it is blocked: calls are kept, and a form that asks
 * for `ids()` is answered. In the JavaScript of 2009, so that it also runs where the script does not, and in tag managers.
 */
export const standIn = `window.footfall = window.footfall || [];
if (!footfall.ids) {
  footfall.ids = function () { return { visitor_id: null, session_id: null }; };
  footfall.status = function () { return { consent: 'pending', queued: footfall.length, dropped: 0 }; };
  ['page', 'track', 'identify', 'conversion', 'consent', 'reset'].forEach(function (name) {
    footfall[name] = function () {
      footfall.length > 4999 || footfall.push([name].concat([].slice.call(arguments)));
    };
  });
}`;

export function websiteSnippet({ src, key, integrity }: WebsiteSnippet): string {
  const pinned = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : '';
  return `<script>
${indented(standIn, 2)}
</script>
<script async src="${src}"${pinned} data-key="${key}"></script>`;
}

/** For text around it. */
export function indented(text: string, spaces: number): string {
  return text.replace(/^/gm, ' '.repeat(spaces));
}
