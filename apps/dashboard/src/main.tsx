import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Connection } from './api/call.ts';
import { ConnectionProvider } from './api/connection.tsx';
import { createQueryClient } from './api/queries.ts';
import type { Messages } from './messages/en.ts';
import {
  firstLanguage,
  type Language,
  loadMessages,
  rememberLanguage,
  type Speech,
  SpeechProvider,
} from './messages/language.tsx';
import { createAppRouter } from './router.tsx';
import './shell/styles.ts';
import './shell/app.css';
import { themeFor } from './shell/theme.ts';

/** Written into the page by the service (surfaces/http/dashboard-pages.ts). */
const served = document.querySelector<HTMLMetaElement>('meta[name="footfall"]');
const publicUrl = served?.content ?? location.origin;
const base = new URL(publicUrl).pathname.replace(/\/$/, '');
const nonce = served?.nonce ?? '';
// Read by the library that stops pages from scrolling behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const queries = createQueryClient();
const router = createAppRouter(base);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Only once, however many requests are refused together. */
function goToSignIn(): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/app/sign-in' || pathname.startsWith('/share/')) return;
  void router.navigate({ to: '/app/sign-in', search: { next: href }, replace: true });
}

function App(props: { language: Language; messages: Messages }) {
  const [spoken, setSpoken] = useState(props);
  useEffect(() => rememberLanguage(spoken.language), [spoken.language]);
  const speech = useMemo<Speech>(
    () => ({
      ...spoken,
      speak(language) {
        void loadMessages(language).then((messages) => setSpoken({ language, messages }));
      },
    }),
    [spoken],
  );
  const theme = useMemo(() => themeFor(spoken.messages), [spoken.messages]);
  const connection = useMemo<Connection>(
    () => ({
      base,
      publicUrl,
      api: `${base}/dashboard/api`,
      workspace: undefined,
      onSignedOut: goToSignIn,
    }),
    [],
  );
  return (
    <SpeechProvider speech={speech}>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <ConnectionProvider connection={connection}>
            <Notifications position="bottom-right" limit={4} />
            <RouterProvider router={router} />
          </ConnectionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </SpeechProvider>
  );
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no place for the dashboard');
  const language = firstLanguage();
  createRoot(root).render(<App language={language} messages={await loadMessages(language)} />);
}

void start();
