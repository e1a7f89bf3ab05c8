DROP INDEX `attempts_student_test`;--> statement-breakpoint
ALTER TABLE `attempts` ADD `number` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `is_latest` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `attempts` ADD `counts` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_running` ON `attempts` (`student_id`,`test_id`) WHERE submitted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `attempts_student_test` ON `attempts` (`student_id`,`test_id`,`number`);--> statement-breakpoint
ALTER TABLE `test_group_totals` ADD `students` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `test_group_totals` ADD `students_passed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `test_totals` ADD `students` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `test_totals` ADD `students_passed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- How many students submitted a test, and how many of them passed: each once, by the attempt that counts. As in the migration
-- `reports`, every change is a delta to a view; 40 is the pass mark of src/shared/attempts/rules.ts.
CREATE VIEW `student_deltas` AS
  SELECT 0 AS `sign`, '' AS `test_id`, '' AS `college_id`, '' AS `batch`, '' AS `branch`, '' AS `section`, 0.0 AS `percentage` WHERE 0;--> statement-breakpoint
CREATE TRIGGER `student_deltas_add` INSTEAD OF INSERT ON `student_deltas` BEGIN
  INSERT INTO `test_totals` (`test_id`, `college_id`) SELECT NEW.`test_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_totals` SET
    `students` = `students` + NEW.`sign`,
    `students_passed` = `students_passed` + NEW.`sign` * (NEW.`percentage` >= 40)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
  INSERT INTO `test_group_totals` (`test_id`, `college_id`, `batch`, `branch`, `section`) SELECT NEW.`test_id`, NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_group_totals` SET
    `students` = `students` + NEW.`sign`,
    `students_passed` = `students_passed` + NEW.`sign` * (NEW.`percentage` >= 40)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_students_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL BEGIN
  INSERT INTO `student_deltas`
    SELECT 1, NEW.`test_id`, NEW.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), NEW.`percentage`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL AND NEW.`counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_students_update` AFTER UPDATE OF `submitted_at`, `percentage`, `counts` ON `attempts` WHEN
  OLD.`submitted_at` IS NOT NEW.`submitted_at` OR OLD.`percentage` IS NOT NEW.`percentage` OR OLD.`counts` IS NOT NEW.`counts`
BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, OLD.`test_id`, OLD.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), OLD.`percentage`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL AND OLD.`counts` = 1;
  INSERT INTO `student_deltas`
    SELECT 1, NEW.`test_id`, NEW.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), NEW.`percentage`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL AND NEW.`counts` = 1;
END;--> statement-breakpoint
-- When the student is deleted too, the trigger on users has subtracted everything before.
CREATE TRIGGER `attempts_students_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, OLD.`test_id`, OLD.`college_id`, coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''), OLD.`percentage`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL AND OLD.`counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `users_students_delete` BEFORE DELETE ON `users` BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, `test_id`, `college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, ''), `percentage`
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL AND `counts` = 1;
END;--> statement-breakpoint
CREATE TRIGGER `users_students_update` AFTER UPDATE OF `batch`, `branch`, `section` ON `users` WHEN
  OLD.`batch` IS NOT NEW.`batch` OR OLD.`branch` IS NOT NEW.`branch` OR OLD.`section` IS NOT NEW.`section`
BEGIN
  INSERT INTO `student_deltas`
    SELECT -1, `test_id`, `college_id`, coalesce(OLD.`batch`, ''), coalesce(OLD.`branch`, ''), coalesce(OLD.`section`, ''), `percentage`
    FROM `attempts` WHERE `student_id` = OLD.`id` AND `submitted_at` IS NOT NULL AND `counts` = 1;
  INSERT INTO `student_deltas`
    SELECT 1, `test_id`, `college_id`, coalesce(NEW.`batch`, ''), coalesce(NEW.`branch`, ''), coalesce(NEW.`section`, ''), `percentage`
    FROM `attempts` WHERE `student_id` = NEW.`id` AND `submitted_at` IS NOT NULL AND `counts` = 1;
END;--> statement-breakpoint
-- Until now every student had at most one attempt at a test.
UPDATE `test_totals` SET `students` = `completed`, `students_passed` = `passed`;--> statement-breakpoint
UPDATE `test_group_totals` SET `students` = `completed`, `students_passed` = `passed`;--> statement-breakpoint
-- The item analysis reads first attempts: later ones have seen the key.
DROP TRIGGER `attempts_items_insert`;--> statement-breakpoint
DROP TRIGGER `attempts_items_submit`;--> statement-breakpoint
DROP TRIGGER `attempts_items_change`;--> statement-breakpoint
DROP TRIGGER `attempts_items_delete`;--> statement-breakpoint
CREATE TRIGGER `attempts_items_insert` AFTER INSERT ON `attempts` WHEN NEW.`submitted_at` IS NOT NULL AND NEW.`number` = 1 BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`);
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_submit` AFTER UPDATE OF `submitted_at` ON `attempts`
  WHEN OLD.`submitted_at` IS NULL AND NEW.`submitted_at` IS NOT NULL AND NEW.`number` = 1
BEGIN
  INSERT INTO `item_pending` VALUES (NEW.`id`, NEW.`test_id`, NEW.`college_id`) ON CONFLICT DO NOTHING;
END;--> statement-breakpoint
-- A pending attempt is read later as it is then; a folded one cannot be subtracted without its former answers.
CREATE TRIGGER `attempts_items_change` AFTER UPDATE OF `submitted_at`, `marks_obtained` ON `attempts`
  WHEN OLD.`number` = 1 AND OLD.`submitted_at` IS NOT NULL AND (NEW.`submitted_at` IS NULL OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained`)
BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id` AND NEW.`submitted_at` IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `attempts_items_delete` AFTER DELETE ON `attempts` WHEN OLD.`submitted_at` IS NOT NULL AND OLD.`number` = 1 BEGIN
  UPDATE `item_folds` SET `stale` = 1 WHERE `test_id` = OLD.`test_id` AND `college_id` = OLD.`college_id`
    AND NOT EXISTS (SELECT 1 FROM `item_pending` WHERE `attempt_id` = OLD.`id`);
  DELETE FROM `item_pending` WHERE `attempt_id` = OLD.`id`;
END;
