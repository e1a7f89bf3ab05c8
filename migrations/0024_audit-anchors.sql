CREATE TABLE `audit_anchors` (
	`number` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
DROP TRIGGER `audit_entries_stay`;--> statement-breakpoint
-- The retention period removes the oldest entries: those up to an anchor, which has the hash of the last of them.
CREATE TRIGGER `audit_entries_stay` BEFORE DELETE ON `audit_entries`
WHEN OLD.`number` IS NULL OR OLD.`number` > coalesce((SELECT max(`number`) FROM `audit_anchors`), 0)
BEGIN
  SELECT raise(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_anchors_hold` BEFORE INSERT ON `audit_anchors`
WHEN NEW.`hash` IS NOT (SELECT `hash` FROM `audit_entries` WHERE `number` = NEW.`number`)
BEGIN
  SELECT raise(ABORT, 'an anchor has the hash of its entry');
END;--> statement-breakpoint
CREATE TRIGGER `audit_anchors_keep` BEFORE UPDATE ON `audit_anchors` BEGIN
  SELECT raise(ABORT, 'the audit log is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_anchors_stay` BEFORE DELETE ON `audit_anchors` BEGIN
  SELECT raise(ABORT, 'the audit log is append-only');
END;
