/**
 * Joins many processes by Redis.
 * @module
 */
export { createRedisBackplane } from './redis/redis-backplane.ts'
export type { RedisBackplane, RedisBackplaneOptions } from './redis/redis-backplane.ts'
