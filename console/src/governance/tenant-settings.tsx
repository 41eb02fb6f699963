/** One record of tenant settings, with the form that changes it. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { FormButton, Lacks } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import type { Values } from '../parts/request.ts'
import { Loaded } from '../parts/states.tsx'

type Name = 'retention' | 'residency'
type Read<N extends Name> = `GET /api/v1/governance/${N}`

type TenantSettingsProps<N extends Name> = {
  readonly name: N
  readonly title: string
  /** Explanation in the form. */
  readonly about?: ReactNode
  readonly children: (settings: AnswerOf<Read<N>>) => ReactNode
}

export function TenantSettings<N extends Name>({ name, title, about, children }: TenantSettingsProps<N>) {
  const found = useQuery({ queryKey: [name], queryFn: () => call<Read<N>>(`GET /api/v1/governance/${name}`) })
  const change = `PUT /api/v1/governance/${name}` as const
  return (
    <Section
      title={title}
      aside={
        found.data && (
          <FormButton
            operation={change}
            initial={found.data as Values}
            label="Change"
            title={title}
            about={about}
            submit="Save"
          />
        )
      }
    >
      <Loaded query={found} lines={3}>
        {children}
      </Loaded>
      <Lacks operation={change} />
    </Section>
  )
}
