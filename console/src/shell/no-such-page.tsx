import { Link } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'

export function NoSuchPage() {
  return (
    <Page title="No such page">
      <Empty title="There is no page at this address">
        Go to the <Link to="/alerts">alerts</Link>, or choose a page from the navigation.
      </Empty>
    </Page>
  )
}
