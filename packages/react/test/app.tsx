import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FootfallProvider, type Person, useFootfall, useIdentify } from '../src/footfall.ts';

const ada: Person = { user_id: '1815', email: 'ada@example.com' };

function Account() {
  const footfall = useFootfall();
  const [person, setPerson] = useState<Person | null>(null);
  const [, redraw] = useState(0);
  useIdentify(person);
  // Runs before the provider's own effect.
  useEffect(() => footfall.track('account shown'), [footfall]);
  return (
    <>
      <button type="button" onClick={() => setPerson({ ...ada })}>
        Sign in
      </button>
      <button type="button" onClick={() => setPerson(null)}>
        Sign out
      </button>
      <button type="button" onClick={() => redraw((times) => times + 1)}>
        Draw
      </button>
      <button type="button" onClick={() => footfall.conversion('signup', { lead: false })}>
        Sign up
      </button>
    </>
  );
}

export function App({ host }: { host: string }) {
  return (
    <FootfallProvider writeKey="svc_pk_test" host={host}>
      <Account />
    </FootfallProvider>
  );
}

const root = typeof document === 'undefined' ? null : document.getElementById('app');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App host={root.dataset.host ?? ''} />
    </StrictMode>,
  );
}
