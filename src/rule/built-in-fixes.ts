import type { BuiltInFix } from './built-in-fix.ts';
import { CLUSTER_FIXES } from './cluster-fixes.ts';
import { EXIT_FIXES } from './exit-fixes.ts';
import { LOG_FIXES } from './log-fixes.ts';

/**
 * The first that fits is given. What the cluster says is certain and stands first; what a log hints at
 * comes next; an exit code, to which most of these lead, says least.
 */
export const BUILT_IN_FIXES: readonly BuiltInFix[] = [...CLUSTER_FIXES, ...LOG_FIXES, ...EXIT_FIXES];
