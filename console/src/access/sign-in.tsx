/** Identity providers for sign-in: connect one, test it with the link, and map its groups to roles. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../api/call.ts'
import { actions, State, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Copyable } from '../settings/secret.tsx'
import { ssoLink } from '../sign-in/single-sign-on.tsx'

const OIDC = [
  'display_name',
  'issuer',
  'client_id',
  'client_secret',
  'groups_claim',
  'default_role',
  'group_role_mapping',
]
const SAML = [
  'display_name',
  'issuer',
  'metadata_url',
  'metadata_xml',
  'groups_claim',
  'default_role',
  'group_role_mapping',
]
const ROLES = ['viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin'].map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}))

type Connection = AnswerOf<'GET /api/v1/sso-connections'>['items'][number]
type Begun = AnswerOf<'POST /api/v1/sso-connections/{id}/test'>

export function SignIn() {
  const [begun, setBegun] = useState<Begun | null>(null)
  return (
    <>
      <TestSignIn begun={begun} close={() => setBegun(null)} />
      <Listing<'GET /api/v1/sso-connections'>
        title="Single sign-on"
        about="Test a connection before users get the link: the test shows what the provider sends, and signs nobody in."
        list="GET /api/v1/sso-connections"
        changes="POST /api/v1/sso-connections"
        aside={
          <>
            <Connect provider="oidc" only={OIDC} />
            <Connect provider="saml" only={SAML} />
          </>
        }
        empty={{
          title: 'No provider is connected',
          next: 'People sign in with passwords and passkeys. Connect Entra ID, Okta, Google or Keycloak over OpenID Connect or SAML.',
        }}
        columns={[
          {
            head: 'Provider',
            cell: ({ display_name: name, issuer }) => (
              <>
                {name.slice(0, 120)}
                <Text size="xs" className="quiet mono">
                  {issuer.slice(0, 200)}
                </Text>
              </>
            ),
          },
          { head: 'Protocol', isShort: true, cell: ({ provider }) => provider.toUpperCase() },
          { head: 'State', isShort: true, cell: ({ enabled }) => <State of={enabled ? 'on' : 'off'} /> },
          words('Role of new users', 'default_role'),
          {
            head: 'For the provider',
            cell: ({ callback_url: callback, entity_id: entity }) => (
              <>
                {callback !== null && <Copyable name="Callback address" text={callback} />}
                {entity !== null && <Copyable name="Entity" text={entity} />}
              </>
            ),
          },
          {
            head: 'Sign-in link for users',
            cell: ({ provider, id }) => <Copyable name="Sign-in link for users" text={ssoLink(provider, id)} />,
          },
          actions((row) => <ConnectionActions row={row} begin={setBegun} />),
        ]}
      />
    </>
  )
}

type ConnectProps = { readonly provider: 'oidc' | 'saml'; readonly only: readonly string[] }

function Connect({ provider, only }: ConnectProps) {
  return (
    <FormButton
      operation="POST /api/v1/sso-connections"
      label={`Connect ${provider === 'oidc' ? 'OpenID Connect' : 'SAML'}`}
      submit="Connect"
      only={only}
      fixed={{ provider, enabled: true }}
      choices={{ default_role: ROLES }}
      about={
        provider === 'oidc'
          ? 'Register svc at the provider first: the callback address is shown here after you save the connection, and does not change.'
          : 'The provider needs the entity id and the address of svc, which are shown here after you save the connection.'
      }
    />
  )
}

function TestSignIn({ begun, close }: { readonly begun: Begun | null; readonly close: () => void }) {
  return (
    <Dialog title="Test sign-in" isOpen={begun !== null} close={close} size="md">
      <Text size="sm" mb="sm">
        Sign in at the provider in the new tab. It ends on a page that shows what the provider sent, whether the sign-in
        would be accepted, and with which roles. The test signs nobody in and changes nothing.
      </Text>
      {begun && (
        <a href={begun.redirect_url} target="_blank" rel="noreferrer" onClick={close}>
          Go to the provider
        </a>
      )}
    </Dialog>
  )
}

type ConnectionActionsProps = { readonly row: Connection; readonly begin: (begun: Begun) => void }

function ConnectionActions({ row, begin }: ConnectionActionsProps) {
  return (
    <>
      <ActButton
        operation="POST /api/v1/sso-connections/{id}/test"
        path={{ id: row.id }}
        label="Test"
        ariaLabel={`Test ${row.display_name.slice(0, 80)}`}
        variant="subtle"
        done={begin}
      />
      <FormButton
        operation="PATCH /api/v1/sso-connections/{id}"
        path={{ id: row.id }}
        before={row}
        choices={{ default_role: ROLES }}
        label="Edit"
        ariaLabel={`Edit ${row.display_name.slice(0, 80)}`}
        submit="Save"
        variant="subtle"
      />
      <ActButton
        operation="DELETE /api/v1/sso-connections/{id}"
        path={{ id: row.id }}
        label="Disconnect"
        ariaLabel={`Disconnect ${row.display_name.slice(0, 80)}`}
        variant="subtle"
        confirm="Nobody can sign in with it any more. Accounts that it created stay, without a password."
      />
    </>
  )
}
