import { Stack } from '@mantine/core';
import { useRecord } from '../../api/queries.ts';
import { Fault } from '../../kit/fault.tsx';
import { Page } from '../../kit/page.tsx';
import { SkeletonBlock } from '../../kit/skeletons.tsx';
import { useMessages } from '../../messages/language.tsx';
import { useMay } from '../../shell/frame-context.tsx';
import { DangerZone } from './danger-zone.tsx';
import { Installation } from './installation.tsx';
import { LeadSettings } from './lead-settings.tsx';
import { LimitSettings } from './limit-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { RetentionSettings } from './retention-settings.tsx';
import { SourceSettings } from './source-settings.tsx';
import { WorkspaceSettings } from './workspace-settings.tsx';

/** Workspace settings; read-only without permission. */
export function SettingsPage() {
  const { settings } = useMessages();
  const settingsQuery = useRecord('GET /settings', {});
  const isReadOnly = !useMay('admin');
  return (
    <Page title={settings.title}>
      {settingsQuery.error && (
        <Fault fault={settingsQuery.error} onAgain={() => void settingsQuery.refetch()} />
      )}
      <Stack gap="md" maw={820}>
        <Installation />
        {settingsQuery.data ? (
          <>
            <WorkspaceSettings record={settingsQuery.data} isReadOnly={isReadOnly} />
            <LeadSettings record={settingsQuery.data} isReadOnly={isReadOnly} />
            <PrivacySettings record={settingsQuery.data} isReadOnly={isReadOnly} />
            {!isReadOnly && (
              <RetentionSettings record={settingsQuery.data} isReadOnly={isReadOnly} />
            )}
            <SourceSettings record={settingsQuery.data} isReadOnly={isReadOnly} />
            <LimitSettings record={settingsQuery.data} isReadOnly={isReadOnly} />
            {!isReadOnly && <DangerZone name={settingsQuery.data.body.data.name} />}
          </>
        ) : (
          !settingsQuery.error && <SkeletonBlock height={420} />
        )}
      </Stack>
    </Page>
  );
}
