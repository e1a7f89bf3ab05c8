-- Percentages become exact: computed from the marks, and summed in hundred-millionths (percentUnits in src/shared/reports/rules.ts).
DROP TRIGGER `attempts_totals_update`;--> statement-breakpoint
DROP TRIGGER `result_deltas_add`;--> statement-breakpoint
CREATE TRIGGER `result_deltas_add` INSTEAD OF INSERT ON `result_deltas` BEGIN
  INSERT INTO `test_totals` (`test_id`, `college_id`) SELECT NEW.`test_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id`;
  INSERT INTO `test_group_totals` (`test_id`, `college_id`, `batch`, `branch`, `section`) SELECT NEW.`test_id`, NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `test_group_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `test_id` = NEW.`test_id` AND `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
  INSERT INTO `group_totals` (`college_id`, `batch`, `branch`, `section`) SELECT NEW.`college_id`, NEW.`batch`, NEW.`branch`, NEW.`section` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `group_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`;
  INSERT INTO `student_totals` (`student_id`, `college_id`) SELECT NEW.`student_id`, NEW.`college_id` WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `student_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER),
    `average` = CASE WHEN `completed` + NEW.`sign` > 0 THEN
      (`percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER)) * 1.0 / (`completed` + NEW.`sign`) END
    WHERE `student_id` = NEW.`student_id`;
  UPDATE `group_totals` SET `active` = `active` + NEW.`sign`
    WHERE `college_id` = NEW.`college_id` AND `batch` = NEW.`batch` AND `branch` = NEW.`branch` AND `section` = NEW.`section`
      AND (SELECT `completed` FROM `student_totals` WHERE `student_id` = NEW.`student_id`) = (NEW.`sign` > 0);
  INSERT INTO `submission_totals` (`college_id`, `quarter`) SELECT NEW.`college_id`, NEW.`submitted_at` / 900000 WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `submission_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = NEW.`college_id` AND `quarter` = NEW.`submitted_at` / 900000;
  INSERT INTO `submission_totals` (`college_id`, `quarter`) SELECT '', NEW.`submitted_at` / 900000 WHERE NEW.`sign` > 0 ON CONFLICT DO NOTHING;
  UPDATE `submission_totals` SET
    `completed` = `completed` + NEW.`sign`,
    `passed` = `passed` + NEW.`sign` * (NEW.`percentage` >= 40),
    `percentages` = `percentages` + NEW.`sign` * CAST(round(NEW.`percentage` * 100000000) AS INTEGER),
    `marks_obtained` = `marks_obtained` + NEW.`sign` * CAST(round(NEW.`marks_obtained` * 100) AS INTEGER),
    `total_marks` = `total_marks` + NEW.`sign` * CAST(round(NEW.`total_marks` * 100) AS INTEGER)
    WHERE `college_id` = '' AND `quarter` = NEW.`submitted_at` / 900000;
END;--> statement-breakpoint
UPDATE `attempts` SET `percentage` = round(`marks_obtained` * 100) * 100 / round(`total_marks` * 100)
  WHERE `submitted_at` IS NOT NULL AND `total_marks` > 0;--> statement-breakpoint
CREATE TRIGGER `attempts_totals_update` AFTER UPDATE OF `submitted_at`, `percentage`, `marks_obtained`, `total_marks` ON `attempts` WHEN
  OLD.`submitted_at` IS NOT NEW.`submitted_at` OR OLD.`percentage` IS NOT NEW.`percentage` OR OLD.`marks_obtained` IS NOT NEW.`marks_obtained` OR OLD.`total_marks` IS NOT NEW.`total_marks`
BEGIN
  INSERT INTO `result_deltas`
    SELECT -1, OLD.`student_id`, OLD.`test_id`, OLD.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      OLD.`submitted_at`, OLD.`percentage`, OLD.`marks_obtained`, OLD.`total_marks`
    FROM `users` WHERE `users`.`id` = OLD.`student_id` AND OLD.`submitted_at` IS NOT NULL;
  INSERT INTO `result_deltas`
    SELECT 1, NEW.`student_id`, NEW.`test_id`, NEW.`college_id`,
      coalesce(`batch`, ''), coalesce(`branch`, ''), coalesce(`section`, ''),
      NEW.`submitted_at`, NEW.`percentage`, NEW.`marks_obtained`, NEW.`total_marks`
    FROM `users` WHERE `users`.`id` = NEW.`student_id` AND NEW.`submitted_at` IS NOT NULL;
END;--> statement-breakpoint
UPDATE `test_totals` SET `passed` = `counted`.`passed`, `percentages` = `counted`.`percentages` FROM (
  SELECT `test_id`, `college_id`, sum(`percentage` >= 40) AS `passed`, sum(CAST(round(`percentage` * 100000000) AS INTEGER)) AS `percentages`
  FROM `attempts` WHERE `submitted_at` IS NOT NULL GROUP BY 1, 2
) AS `counted` WHERE `test_totals`.`test_id` = `counted`.`test_id` AND `test_totals`.`college_id` = `counted`.`college_id`;--> statement-breakpoint
UPDATE `test_group_totals` SET `passed` = `counted`.`passed`, `percentages` = `counted`.`percentages` FROM (
  SELECT `test_id`, `attempts`.`college_id` AS `college_id`, coalesce(`batch`, '') AS `batch`, coalesce(`branch`, '') AS `branch`, coalesce(`section`, '') AS `section`, sum(`percentage` >= 40) AS `passed`, sum(CAST(round(`percentage` * 100000000) AS INTEGER)) AS `percentages`
  FROM `attempts` JOIN `users` ON `users`.`id` = `student_id` WHERE `submitted_at` IS NOT NULL GROUP BY 1, 2, 3, 4, 5
) AS `counted` WHERE `test_group_totals`.`test_id` = `counted`.`test_id` AND `test_group_totals`.`college_id` = `counted`.`college_id` AND `test_group_totals`.`batch` = `counted`.`batch` AND `test_group_totals`.`branch` = `counted`.`branch` AND `test_group_totals`.`section` = `counted`.`section`;--> statement-breakpoint
UPDATE `group_totals` SET `passed` = `counted`.`passed`, `percentages` = `counted`.`percentages` FROM (
  SELECT `attempts`.`college_id` AS `college_id`, coalesce(`batch`, '') AS `batch`, coalesce(`branch`, '') AS `branch`, coalesce(`section`, '') AS `section`, sum(`percentage` >= 40) AS `passed`, sum(CAST(round(`percentage` * 100000000) AS INTEGER)) AS `percentages`
  FROM `attempts` JOIN `users` ON `users`.`id` = `student_id` WHERE `submitted_at` IS NOT NULL GROUP BY 1, 2, 3, 4
) AS `counted` WHERE `group_totals`.`college_id` = `counted`.`college_id` AND `group_totals`.`batch` = `counted`.`batch` AND `group_totals`.`branch` = `counted`.`branch` AND `group_totals`.`section` = `counted`.`section`;--> statement-breakpoint
UPDATE `student_totals` SET `passed` = `counted`.`passed`, `percentages` = `counted`.`percentages`,
  `average` = `counted`.`percentages` * 1.0 / `completed` FROM (
  SELECT `student_id`, sum(`percentage` >= 40) AS `passed`, sum(CAST(round(`percentage` * 100000000) AS INTEGER)) AS `percentages`
  FROM `attempts` WHERE `submitted_at` IS NOT NULL GROUP BY 1
) AS `counted` WHERE `student_totals`.`student_id` = `counted`.`student_id`;--> statement-breakpoint
UPDATE `submission_totals` SET `passed` = `counted`.`passed`, `percentages` = `counted`.`percentages` FROM (
  SELECT `college_id`, `submitted_at` / 900000 AS `quarter`, sum(`percentage` >= 40) AS `passed`, sum(CAST(round(`percentage` * 100000000) AS INTEGER)) AS `percentages`
  FROM `attempts` WHERE `submitted_at` IS NOT NULL GROUP BY 1, 2
) AS `counted` WHERE `submission_totals`.`college_id` = `counted`.`college_id` AND `submission_totals`.`quarter` = `counted`.`quarter`;--> statement-breakpoint
UPDATE `submission_totals` SET `passed` = `counted`.`passed`, `percentages` = `counted`.`percentages` FROM (
  SELECT '' AS `college_id`, `submitted_at` / 900000 AS `quarter`, sum(`percentage` >= 40) AS `passed`, sum(CAST(round(`percentage` * 100000000) AS INTEGER)) AS `percentages`
  FROM `attempts` WHERE `submitted_at` IS NOT NULL GROUP BY 1, 2
) AS `counted` WHERE `submission_totals`.`college_id` = `counted`.`college_id` AND `submission_totals`.`quarter` = `counted`.`quarter`;
