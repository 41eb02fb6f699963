/** Tokens with which a directory creates and removes accounts. */
import { useState } from 'react'
import { actions, mono, State, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Copyable, Secret } from '../settings/secret.tsx'

export function ProvisioningTokens() {
  const [token, setToken] = useState<string | null>(null)
  return (
    <>
      {token && <Secret name="Provisioning token" value={token} />}
      <Listing<'GET /api/v1/scim-tokens'>
        title="Provisioning tokens"
        about={<Copyable name="Address for the directory" text={`${location.origin}/api/v1/scim/v2`} />}
        list="GET /api/v1/scim-tokens"
        changes="POST /api/v1/scim-tokens"
        aside={
          <FormButton
            operation="POST /api/v1/scim-tokens"
            label="New token"
            submit="Make the token"
            done={(answer) => setToken(answer.token)}
          />
        }
        empty={{
          title: 'No token',
          next: 'With a token, Entra ID or Okta creates accounts, deactivates them and sets their roles.',
        }}
        columns={[
          words('Token', 'name'),
          mono('Begins with', 'prefix'),
          { head: 'State', isShort: true, cell: ({ active }) => <State of={active ? 'active' : 'revoked'} /> },
          when('Made', 'created_at'),
          when('Last used', 'last_used_at'),
          when('Until', 'expires_at', 'for good'),
          actions((row) =>
            row.active ? (
              <>
                <FormButton
                  operation="POST /api/v1/scim-tokens/{id}/rotate"
                  path={{ id: row.id }}
                  label="Rotate"
                  ariaLabel={`Rotate ${row.name.slice(0, 80)}`}
                  variant="subtle"
                  done={(answer) => setToken(answer.token)}
                />
                <ActButton
                  operation="DELETE /api/v1/scim-tokens/{id}"
                  path={{ id: row.id }}
                  label="Revoke"
                  ariaLabel={`Revoke ${row.name.slice(0, 80)}`}
                  variant="subtle"
                  confirm="The directory can no longer change accounts. Existing accounts stay as they are."
                />
              </>
            ) : null,
          ),
        ]}
      />
    </>
  )
}
