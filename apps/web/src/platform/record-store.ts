/** Records by their id, kept where they outlive the page. */
export type RecordStore<Stored extends { id: string }> = {
  all: () => Promise<Stored[]>
  put: (record: Stored) => Promise<void>
  remove: (id: string) => Promise<void>
}

const STORE = 'records'

/**
 * A database of the browser, which also takes files. Every method rejects where the browser keeps its storage away or
 * has no room left. Null in a frame that has no storage at all.
 */
export function browserRecords<Stored extends { id: string }>(name: string): RecordStore<Stored> | null {
  let opening: Promise<IDBDatabase>
  try {
    opening = openDatabase(window.indexedDB, name)
  } catch {
    return null
  }
  // Whoever asks hears of it.
  opening.catch(() => undefined)

  async function transact<Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const transaction = (await opening).transaction(STORE, mode)
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The storage is full.')))
    })
  }

  return {
    all: () => transact<Stored[]>('readonly', (store) => store.getAll()),
    put: async (record) => void (await transact('readwrite', (store) => store.put(record))),
    remove: (id) => transact('readwrite', (store) => store.delete(id)),
  }
}

function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps its storage away.')))
  })
}
