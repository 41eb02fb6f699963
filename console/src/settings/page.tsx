import { Tabs, Text } from '@mantine/core'
import { may, useSession } from '../api/session.ts'
import { Page, Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { ApiKeys } from './api-keys.tsx'
import { Connections } from './connections.tsx'
import { Notifications } from './notifications.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordChange } from './password-change.tsx'
import { ChatLink, NotificationPreferences } from './preferences.tsx'
import { PushTokens } from './push-tokens.tsx'
import { Users } from './users.tsx'

export function SettingsPage() {
  const session = useSession()
  const hasPeople = may(session, 'users:read')
  const hasSettings = may(session, 'settings:read')
  const hasTokens = may(session, 'connectors:read')
  return (
    <Page title="Settings">
      <Tabs defaultValue="account" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="account">Account</Tabs.Tab>
          {hasPeople && <Tabs.Tab value="users">Users</Tabs.Tab>}
          {hasPeople && <Tabs.Tab value="keys">API keys</Tabs.Tab>}
          {hasSettings && <Tabs.Tab value="sso">Single sign-on</Tabs.Tab>}
          {hasTokens && <Tabs.Tab value="tokens">Push tokens</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="account">
          <div className="stack">
            <Account />
            <PasswordChange />
            <Passkeys />
            <NotificationPreferences />
            <Notifications />
            <ChatLink />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="users">
          <Users />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <ApiKeys />
        </Tabs.Panel>
        <Tabs.Panel value="sso">
          <Connections />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <PushTokens />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function Account() {
  const { me } = useSession()
  if (me === null) return null
  return (
    <Section title="Account">
      <Text size="sm">
        <Shown text={me.email} /> · {me.role} of tenant <Shown text={me.tenant_id} />
      </Text>
      <Text size="xs" className="quiet mono" mt="xs">
        {me.permissions.includes('*') ? 'may do everything' : me.permissions.join(' ')}
      </Text>
    </Section>
  )
}
