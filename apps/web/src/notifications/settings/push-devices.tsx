import type { DeviceId, PushDevice } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Card, FormErrorPanel, Loaded } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { choose, notificationSettingsOf } from '../browser-settings.ts'
import { pushDevicesQuery } from '../notification-queries.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { usePageStyles } from './page.styles.ts'

/** The person's push devices. */
export function PushDevices({ pushKey }: { pushKey: string | null }) {
  const styles = usePageStyles()
  const api = useApi()
  const me = useMe()
  if (pushKey === null) {
    return (
      <Card title={PAGE_TEXTS.devices}>
        <p className={styles.text}>
          {PAGE_TEXTS.pushOff} {me?.role === 'Admin' && PAGE_TEXTS.howToSetUp}
        </p>
      </Card>
    )
  }
  return (
    <Card title={PAGE_TEXTS.devices} about={PAGE_TEXTS.devicesAbout}>
      <Loaded query={pushDevicesQuery(api)}>{(devices) => <Devices devices={devices} />}</Loaded>
    </Card>
  )
}

function Devices({ devices }: { devices: readonly PushDevice[] }) {
  const styles = usePageStyles()
  const { remove, place } = useRemove(devices)
  return (
    <div ref={place} className={styles.stack} tabIndex={-1}>
      {devices.length === 0 && <p className={styles.text}>{PAGE_TEXTS.noDevices}</p>}
      {devices.length > 0 && (
        <ul className={styles.list} aria-label={PAGE_TEXTS.devices}>
          {devices.map((device) => (
            <li key={device.id} className={styles.item}>
              <DeviceWords device={device} />
              <RemoveButton
                device={device.device}
                isRemoving={remove.isPending && remove.variables.id === device.id}
                disabled={remove.isPending}
                onRemove={() => remove.mutate(device)}
              />
            </li>
          ))}
        </ul>
      )}
      <FormErrorPanel submitError={remove.error && errorText(remove.error)} />
    </div>
  )
}

function DeviceWords({ device: { device, choice, lastPushOn, current } }: { device: PushDevice }) {
  const styles = usePageStyles()
  const times = useTimes()
  const details = [
    ...(current ? [PAGE_TEXTS.here] : []),
    PAGE_TEXTS.choices[choice].label,
    lastPushOn === null ? PAGE_TEXTS.noPushYet : PAGE_TEXTS.lastPush(times.short(lastPushOn)),
  ]
  return (
    <span className={styles.itemWords}>
      {device || PAGE_TEXTS.unknownDevice}
      <span className={styles.quiet} title={lastPushOn === null ? undefined : times.full(lastPushOn)}>
        {details.join(' · ')}
      </span>
    </span>
  )
}

type RemoveProps = { device: string; isRemoving: boolean; disabled: boolean; onRemove: () => void }

function RemoveButton({ device, isRemoving, disabled, onRemove }: RemoveProps) {
  const label = isRemoving ? PAGE_TEXTS.removing : PAGE_TEXTS.remove
  return (
    <Button
      aria-label={`${label}: ${device || PAGE_TEXTS.unknownDevice}`}
      disabledFocusable={disabled}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}

/** Removes a device. The focus then moves to the next one, or to the place of the list. */
function useRemove(devices: readonly PushDevice[]) {
  const api = useApi()
  const client = useQueryClient()
  const store = notificationSettingsOf(useSignedIn().id)
  const { queryKey } = pushDevicesQuery(api)
  const place = useRef<HTMLDivElement>(null)
  const removed = useRef<{ id: DeviceId; index: number } | null>(null)

  const remove = useMutation({
    mutationFn: ({ id }: PushDevice) => api.call('push.remove', { params: { deviceId: id } }),
    onSuccess: async (_, { id, current }) => {
      removed.current = { id, index: devices.findIndex((device) => device.id === id) }
      client.setQueryData(queryKey, (before) => before?.filter((device) => device.id !== id))
      // Otherwise this browser would subscribe again.
      if (current) await choose(store, 'off', api)
    },
    // It may have been removed on another device.
    onError: () => client.invalidateQueries({ queryKey }),
  })

  useEffect(() => {
    if (removed.current === null || devices.some(({ id }) => id === removed.current?.id)) return
    const buttons = place.current?.querySelectorAll('button')
    const next = buttons?.[Math.min(removed.current.index, buttons.length - 1)] ?? place.current
    removed.current = null
    next?.focus()
  })
  return { remove, place }
}
