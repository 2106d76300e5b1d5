/** What strangers wrote. It is only ever text; an address becomes a link when it is one of the web, and tells nobody where it was. */
export function UntrustedLink({ address, children }: { address: string; children?: string }) {
  const text = children ?? address;
  if (!isWebAddress(address)) return <span>{text}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer noopener nofollow">
      {text}
    </a>
  );
}

function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  return /^https?:$/.test(new URL(address).protocol);
}
