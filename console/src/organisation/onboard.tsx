/** A new customer of the provider: its tenant, its first administrator, a delegation for oneself, a token to push with. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../api/call.ts'
import { Dialog, FormButton } from '../parts/operation-form.tsx'
import { Secret } from '../settings/secret.tsx'

type Onboarded = AnswerOf<'POST /api/v1/organisation/tenants'>

export function OnboardButton() {
  const [made, setMade] = useState<Onboarded | null>(null)
  return (
    <>
      <FormButton
        operation="POST /api/v1/organisation/tenants"
        label="New customer"
        title="Set up a tenant for a customer"
        submit="Set it up"
        only={['tenant_id', 'name', 'admin_email', 'hours']}
        done={setMade}
      />
      <Dialog title={`${made?.tenant_id ?? ''} is set up`} isOpen={made !== null} close={() => setMade(null)}>
        {made && (
          <div className="stack">
            <Text size="sm">
              You may work there as tenant admin now, until the delegation ends or the customer takes it back.
            </Text>
            <Secret
              name="Link for the administrator, who sets a password with it"
              value={`${location.origin}${made.invitation_path}`}
            />
            <Secret name="Token to push events with" value={made.push_token} />
          </div>
        )}
      </Dialog>
    </>
  )
}
