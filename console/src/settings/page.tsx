import { Text } from '@mantine/core'
import { mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Tabbed } from '../parts/tabbed.tsx'
import { counted, wordOf } from '../parts/words.ts'
import { ApiKeys } from './api-keys.tsx'
import { Branding } from './branding.tsx'
import { Notifications } from './notifications.tsx'
import { OwnPhone } from './own-phone.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordChange } from './password-change.tsx'
import { ChatLink, NotificationPreferences } from './preferences.tsx'
import { PushTokens } from './push-tokens.tsx'
import { Records } from './records.tsx'
import { TenantSettings } from './tenant.tsx'
import { VaultStatus } from './vault.tsx'

export function SettingsPage() {
  const session = useSession()
  const hasTokens = mayCall(session, 'GET /api/v1/inbox/tokens')
  return (
    <Page
      title="Settings"
      about="Your account, and the settings of this tenant. People, roles and sign-in are under Access."
    >
      <Tabbed
        tabs={[
          { value: 'account', label: 'Account', body: Own },
          { value: 'keys', label: 'API keys', reads: 'GET /api/v1/api-keys', body: ApiKeys },
          ...(hasTokens ? [{ value: 'tokens', label: 'Push tokens', body: PushTokens }] : []),
          {
            value: 'records',
            label: 'Hosts and people',
            reads: 'GET /api/v1/enrichment/tables/{table}',
            body: Records,
          },
          { value: 'branding', label: 'Branding', body: Branding },
          { value: 'vault', label: 'Vault', reads: 'GET /api/v1/vault/keys', body: VaultStatus },
          { value: 'tenant', label: 'Tenant', reads: 'GET /api/v1/tenants/me/ocsf-version', body: TenantSettings },
        ]}
      />
    </Page>
  )
}

function Own() {
  return (
    <>
      <Account />
      <PasswordChange />
      <Passkeys />
      <NotificationPreferences />
      <OwnPhone />
      <Notifications />
      <ChatLink />
    </>
  )
}

function Account() {
  const { me } = useSession()
  if (me === null) return null
  return (
    <Section title="Account">
      <Text size="sm">
        <Shown text={me.email} /> · {wordOf(me.role)} of tenant <Shown text={me.tenant_id} />
      </Text>
      {me.permissions.includes('*') ? (
        <Text size="sm" className="quiet" mt="xs">
          Every permission
        </Text>
      ) : (
        <details className="own-permissions">
          <summary>{counted(me.permissions.length, 'permission', 'permissions')}</summary>
          <ul className="plain permissions mono">
            {me.permissions.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}
