import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Back, Page } from '../parts/page.tsx'
import { NotPermitted } from '../parts/states.tsx'
import { CustomerForm } from './customer-form.tsx'
import { CustomerSteps } from './customer-steps.tsx'
import type { NewCustomer } from './set-up-customer.ts'

export function NewCustomerPage() {
  const lacks = lacking(useSession(), 'POST /api/v1/organisation/tenants')
  const [made, setMade] = useState<NewCustomer | null>(null)
  return (
    <>
      <Back>
        <Link to="/organisation">← Organisation</Link>
      </Back>
      <Page
        title="New customer"
        about={
          made === null
            ? 'Creates a tenant with its administrator, access for your people, your templates and a push token in one step.'
            : 'The tenant is set up. Remaining: the sign-in of its administrator, and the first event.'
        }
      >
        {lacks !== null ? (
          <NotPermitted what={`setting up a tenant needs the permission ${lacks}`} />
        ) : made === null ? (
          <CustomerForm done={setMade} />
        ) : (
          <CustomerSteps customer={made} />
        )}
      </Page>
    </>
  )
}
