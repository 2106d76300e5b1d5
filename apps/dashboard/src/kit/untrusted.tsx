/** Text from strangers, always rendered as text; a web URL becomes a link without a referrer. */
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
