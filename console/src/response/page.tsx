import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { Actions } from './actions.tsx'
import { Approvals } from './approvals.tsx'
import { Playbooks } from './playbooks.tsx'
import { Runs } from './runs.tsx'
import { useResponseFeed } from './use-response-feed.ts'

const TABS = [
  ['approvals', 'Approvals', Approvals],
  ['actions', 'Actions', Actions],
  ['playbooks', 'Playbooks', Playbooks],
  ['runs', 'Runs', Runs],
] as const

export function ResponsePage() {
  const { tab } = useSearch({ from: '/response' })
  const navigate = useNavigate({ from: '/response' })
  useResponseFeed()
  return (
    <Page
      title="Response"
      about="What waits for somebody to agree, what was done and whether its effect was seen, and playbooks."
    >
      <Tabs
        value={tab ?? 'approvals'}
        onChange={(next) =>
          void navigate({ search: { tab: next === null || next === 'approvals' ? undefined : next }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List>
          {TABS.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(([value, , Body]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Body />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
