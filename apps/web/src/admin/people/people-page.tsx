import { fold } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useState } from 'react'
import { Card, openModal, SearchField } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { editUserModal } from '../admin-modals.ts'
import { USER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { NoMatch } from '../parts/no-match.tsx'
import { EntriesTable } from '../parts/entries-table.tsx'
import { useTenant } from '../../settings/index.ts'

/** Who can sign in. */
export function Users() {
  const styles = useAdminStyles()
  const { teamsUsers } = useTenant()
  const me = useMe()
  const [term, setTerm] = useState('')
  const words = fold(term.trim())
  const found = teamsUsers.filter(({ name }) => fold(name).includes(words))
  return (
    <Card
      title={USER_TEXTS.title}
      about={USER_TEXTS.about}
      action={
        <Button icon={<AddRegular />} onClick={() => openModal(editUserModal, { user: null })}>
          {USER_TEXTS.add}
        </Button>
      }
    >
      <SearchField
        className={styles.wideSearch}
        aria-label={USER_TEXTS.search}
        placeholder={USER_TEXTS.search}
        value={term}
        onChange={(_, { value }) => setTerm(value)}
      />
      {found.length > 0 ? (
        <EntriesTable
          label={USER_TEXTS.title}
          detailTitle={USER_TEXTS.role}
          entries={found.map(({ id, name, role, disabled, leftDirectoryAt }) => ({
            id,
            name: id === me?.id ? USER_TEXTS.you(name) : name,
            detail: role,
            disabled,
            state: leftDirectoryAt ? USER_TEXTS.left : undefined,
          }))}
          onEdit={(id) => openModal(editUserModal, { user: found.find((one) => one.id === id) ?? null })}
        />
      ) : (
        <NoMatch />
      )}
    </Card>
  )
}
