CREATE TABLE `item_folds` (
	`test_id` text NOT NULL,
	`college_id` text NOT NULL,
	`fold` text NOT NULL,
	`stale` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`test_id`, `college_id`),
	FOREIGN KEY (`test_id`) REFERENCES `tests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`college_id`) REFERENCES `colleges`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `item_folds_college` ON `item_folds` (`college_id`);--> statement-breakpoint
CREATE TABLE `item_pending` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`test_id` text NOT NULL,
	`college_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `item_pending_test` ON `item_pending` (`test_id`,`college_id`);--> statement-breakpoint
CREATE TRIGGER `attempts_items_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`);
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_submit` AFTER UPDATE OF `submitted_at` ON `attempts`
  WHEN OLD.`submitted_at` IS NULL AND NEW.`submitted_at` IS NOT NULL
BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
-- What waits will be read as it is then; what is folded cannot be taken out without knowing what it was.
CREATE TRIGGER `attempts_items_change` AFTER UPDATE OF `submitted_at`, `marks_obtained` ON `attempts`
  WHEN OLD.`submitted_at` IS NOT NULL AND (NEW.`submitted_at` IS NULL OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained`)
BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id` AND NEW.`submitted_at` IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id`;
END;--> statement-breakpoint
INSERT INTO `item_pending` SELECT `id`, `test_id`, `college_id` FROM `attempts` WHERE `submitted_at` IS NOT NULL;
