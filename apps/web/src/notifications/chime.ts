/** Two short notes, a fifth apart. */
const NOTES_HZ = [587.33, 880]
const NOTE_SECONDS = 0.16
const VOLUME = 0.12

let context: AudioContext | null = null

/** A quiet sound. Browsers play none before the person has interacted with the page. */
export function playChime(): void {
  context ??= new AudioContext()
  const { currentTime, destination } = context
  context.resume().catch(() => undefined)
  for (const [at, frequency] of NOTES_HZ.entries()) {
    const begin = currentTime + at * NOTE_SECONDS
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(VOLUME, begin)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_SECONDS)
    gain.connect(destination)
    const tone = new OscillatorNode(context, { frequency })
    tone.connect(gain)
    tone.start(begin)
    tone.stop(begin + NOTE_SECONDS)
  }
}
