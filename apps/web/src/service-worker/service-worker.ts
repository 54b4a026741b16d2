/** The service worker: push notifications only. It neither answers nor caches requests. */
import { browserScope, worker } from './browser-scope.ts'
import { clicked } from './clicked.ts'
import { payloadOf, pushed } from './pushed.ts'
import { subscriptionChanged } from './subscription-changed.ts'

// A new version takes over immediately: it controls no pages.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('push', (event) => event.waitUntil(pushed(browserScope, payloadOf(event.data))))
worker.addEventListener('notificationclick', (event) => event.waitUntil(clicked(browserScope, event)))
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscriptionChanged(browserScope)))
