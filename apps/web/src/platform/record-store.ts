/** Records by ID in storage that outlives the page. */
export type RecordStore<Stored extends { id: string }> = {
  all: () => Promise<Stored[]>
  put: (record: Stored) => Promise<void>
  remove: (id: string) => Promise<void>
}

const STORE = 'records'

/**
 * An IndexedDB database, which can also hold files. Methods reject if the browser denies storage or it is full. Null in a
 * frame without any storage.
 */
export function browserRecords<Stored extends { id: string }>(name: string): RecordStore<Stored> | null {
  let opening: Promise<IDBDatabase>
  try {
    opening = openDatabase(window.indexedDB, name)
  } catch {
    return null
  }
  // Callers see the rejection.
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
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser denies storage.')))
  })
}
