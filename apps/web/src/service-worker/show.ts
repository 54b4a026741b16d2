import { NOTICE_ICONS } from '../core/notices/notice.ts'
import type { NoticeOptions, WorkerScope } from './scope.ts'

export function show({ registration }: WorkerScope, title: string, options: NoticeOptions): Promise<void> {
  return registration.showNotification(title, { ...NOTICE_ICONS, ...options })
}
