import { Suspense } from 'react'
import { optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { mayWish } from './may-wish.ts'
import type { OfferProps } from './offer.tsx'

const Offer = lazyComponent(optionalChunk(async () => (await import('./offer.tsx')).Offer))

/** Offers to opt out the sender of a text, if it may ask for that. The recognizer of all wordings is loaded only then. */
export function OptOutOffer(props: OfferProps) {
  if (!mayWish(props.message.text)) return null
  return (
    <Suspense fallback={null}>
      <Offer {...props} />
    </Suspense>
  )
}
