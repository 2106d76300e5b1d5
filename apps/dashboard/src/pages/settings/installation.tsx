import { websiteSnippet } from '@footfall/contract/website-snippet';
import { Alert, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../api/connection.tsx';
import { useRead } from '../../api/queries.ts';
import { Card } from '../../kit/card.tsx';
import { Fault } from '../../kit/fault.tsx';
import { Icon } from '../../kit/icons.tsx';
import { Snippet } from '../../kit/snippet.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMe, useTest } from '../../shell/frame-context.tsx';

/** The snippet for a website, and whether messages arrive: polls until they do. */
export function Installation() {
  const { settings } = useMessages();
  const { workspace } = useMe();
  const isTest = useTest();
  const { publicUrl } = useConnection();
  const snippetQuery = useRead('GET /snippet', {});
  const snippet = snippetQuery.data?.data;
  const kind = isTest ? 'development' : 'production';
  const key = snippet?.write_keys.find((each) => each.kind === kind)?.key;
  const hasArrived = snippet?.arrived[isTest ? 'test' : 'live'];
  useRead('GET /snippet', {}, { isEnabled: hasArrived === false, refetchSeconds: 3 });
  return (
    <Card title={settings.snippet}>
      <Stack gap="sm">
        {snippetQuery.error && (
          <Fault fault={snippetQuery.error} onAgain={() => void snippetQuery.refetch()} />
        )}
        {snippet && key && (
          <Snippet
            label={settings.snippet}
            text={websiteSnippet({ src: `${publicUrl}${snippet.script}`, key })}
          />
        )}
        {snippet && !key && <Text size="sm">{settings.noKey}</Text>}
        {snippet && (
          <Alert
            role="status"
            color={hasArrived ? 'green' : 'gray'}
            variant="light"
            icon={<Icon name={hasArrived ? 'check' : 'live'} />}
          >
            {hasArrived ? settings.arrived : settings.waiting}
          </Alert>
        )}
        <Text size="sm">
          <Link to="/app/$workspace/keys" params={{ workspace: workspace.id }}>
            {settings.otherFrameworks}
          </Link>
          {snippet && snippet.refused > 0 && (
            <>
              {' · '}
              <Link to="/app/$workspace/refused" params={{ workspace: workspace.id }}>
                {settings.refused(snippet.refused)}
              </Link>
            </>
          )}
        </Text>
      </Stack>
    </Card>
  );
}
