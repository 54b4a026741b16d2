// Runs before each test file: properties try the same cases in every run, so that none fails by chance; others with SEED=n.
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
