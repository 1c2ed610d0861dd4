import { Type } from 'typebox';

/** status.conditions as every Kubernetes resource has them: one of each type. */
export const ConditionsSchema = Type.Array(
  Type.Object({
    type: Type.String({ description: 'What it tells of, such as Ready.' }),
    status: Type.Unsafe<'True' | 'False' | 'Unknown'>({ type: 'string', enum: ['True', 'False', 'Unknown'] }),
    reason: Type.String({ description: 'Why, in one CamelCase word.' }),
    message: Type.String({ description: 'Why, for a person.' }),
    lastTransitionTime: Type.String({ format: 'date-time', description: 'When status changed last.' }),
    observedGeneration: Type.Optional(
      Type.Integer({ description: 'The generation of the spec it tells of.' }),
    ),
  }),
  { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
);
