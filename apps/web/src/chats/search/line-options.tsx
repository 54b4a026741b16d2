import type { NumberId } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { twilioNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useMe } from '../../users/index.ts'
import { SEARCH_FILTER_TEXTS } from './search-filter-texts.ts'
import { OptionList } from './option-list.tsx'

type Props = { chosenId: NumberId | null; onChoose: (line: { id: NumberId; name: string }) => void }

export function LineOptions({ chosenId, onChoose }: Props) {
  const { data: lines, isError, refetch } = useQuery(twilioNumbersQuery(useApi()))
  const format = usePhoneFormat(useMe()?.defaultCountry)
  if (isError) {
    return (
      <div role="alert">
        {SEARCH_FILTER_TEXTS.linesFailed}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {SEARCH_FILTER_TEXTS.retry}
        </Button>
      </div>
    )
  }
  if (!lines) return <output>{SEARCH_FILTER_TEXTS.loading}</output>
  if (lines.length === 0) return SEARCH_FILTER_TEXTS.noLines
  return (
    <OptionList
      label={SEARCH_FILTER_TEXTS.line}
      options={lines.map(({ id, name, number }) => ({ id, name, note: format(number) }))}
      chosenId={chosenId}
      onChoose={(id) => {
        const line = lines.find((one) => one.id === id)
        if (line) onChoose({ id: line.id, name: line.name })
      }}
    />
  )
}
