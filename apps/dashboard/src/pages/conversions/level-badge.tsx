import type { VerificationLevel } from '@footfall/contract/verification-levels';
import { Mark, type MarkLook } from '../../kit/mark.tsx';
import { useMessages } from '../../messages/language.tsx';

const looks = {
  public: 'quiet',
  device: 'accent',
  signed: 'good',
  api: 'good',
} as const satisfies Record<VerificationLevel, MarkLook>;

/** Verification level of a conversion. */
export function LevelBadge({ level }: { level: VerificationLevel }) {
  const { conversions } = useMessages();
  return (
    <Mark look={looks[level]} title={conversions.verificationLevelTexts[level]}>
      {conversions.verificationLevels[level]}
    </Mark>
  );
}
