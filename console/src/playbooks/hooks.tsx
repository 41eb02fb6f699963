/** Web hooks with which other programs start a playbook. */
import { useState } from 'react'
import { mono, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, FormButton } from '../parts/operation-form.tsx'
import { Copyable, Secret } from '../settings/secret.tsx'

export function Hooks({ id }: { readonly id: string }) {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {secret && <Secret name="Secret of the web hook" value={secret} />}
      <Listing<'GET /api/v1/playbooks/{id}/hooks'>
        title="Web hooks"
        about="Another program starts the playbook with a signed request. The trigger of the playbook has to be webhook."
        list="GET /api/v1/playbooks/{id}/hooks"
        path={{ id }}
        keyOf={({ hook_id: hook }) => hook}
        changes="POST /api/v1/playbooks/{id}/hooks"
        aside={
          <FormButton
            operation="POST /api/v1/playbooks/{id}/hooks"
            path={{ id }}
            label="New web hook"
            done={(answer) => setSecret(answer.secret)}
          />
        }
        empty={{ title: 'No web hook' }}
        columns={[
          words('Web hook', 'label'),
          {
            head: 'Address',
            cell: ({ hook_id: hook }) => (
              <Copyable name="Address" text={`${location.origin}/api/v1/playbook-hooks/${hook}`} />
            ),
          },
          mono('Id', 'hook_id'),
          when('Last used', 'last_used'),
          {
            head: 'Actions',
            isShort: true,
            isActions: true,
            cell: ({ hook_id: hook, label }) => (
              <ActButton
                operation="DELETE /api/v1/playbook-hooks/{hook_id}"
                path={{ hook_id: hook }}
                label="Delete"
                ariaLabel={`Delete the web hook ${label.slice(0, 80)}`}
                variant="subtle"
                confirm="The program that uses it can no longer start the playbook."
              />
            ),
          },
        ]}
      />
    </>
  )
}
